(* Monte-Carlo for craps dice game     *)
(* arg1 - # of rolls                   *)
(* output - print resulsts on terminal *)

Random.self_init () ;;

let values = [ 2 ; 3 ; 4 ; 5 ; 6 ; 7 ; 8 ; 9 ; 10 ; 11 ; 12 ] ;;
let tbl = Hashtbl.create 11 ;;
List.iter (fun n -> Hashtbl.add tbl n 0) values ;;

let rec experiment = function m -> match m with
  | 0 ->
      List.iter
        (fun n ->
             print_int n ;
             print_string "\t" ;
             print_int (Hashtbl.find tbl n) ;
             print_newline()
        )
        values 
  | k ->
     let dice1 = 1 + Random.int 6
     and dice2 = 1 + Random.int 6
     in let  key = dice1 + dice2
        in Hashtbl.replace tbl key ((Hashtbl.find tbl key) + 1) ; experiment (k - 1)
;;

experiment (int_of_string Sys.argv.(1)) ;; 
